"""The web server of a study: pages for people with a link, and connections to their processes.

Owns the responses: the required host, origin and link of a request, the redirect of a recruiter's
address, and the websocket, whose protocol is textual-serve's. The seat manager assigns places to
pages."""

import asyncio
import logging
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sessions.taking import invitations
from sessions.taking.invitations import Invitation, LinkError
from solver.errors import CountermodelError, OutsideError
from study.design.codes import CodeError
from tui.i18n import _
from tui.serving import page as pages
from tui.serving.limits import LONGEST_MESSAGE, ConnectionGuard, MessageBudget
from tui.serving.seat import CloseCode, sized
from tui.serving.seat_manager import FullError, SeatManager
from tui.serving.settings import KNOWN_RECRUITERS, Settings

if TYPE_CHECKING:
    from aiohttp import web

    from study.course.sections import Pools
    from study.design.protocol import LoadedStudy

HEARTBEAT_SECONDS = 8.0
"""A silent page is pinged after this time; without a reply in half of that time its connection
counts as lost. Browsers reply by themselves, even for a hidden tab."""
CONNECTIONS_PER_PROCESS = 8
"""Maximum number of connections for each participant's process that may run."""
Handler = Callable[["web.Request"], Awaitable["web.StreamResponse"]]


class Server:
    """A study at an address."""

    def __init__(
        self,
        settings: Settings,
        study: "LoadedStudy",
        pools: "Callable[[], Pools] | None" = None,
        program: str = "",
        print_line: Callable[[str], None] = lambda _line: None,
    ) -> None:
        """`print_line` prints lines for the person who runs the server; they contain no links."""
        self.settings = settings
        self.study = study
        self.secret = invitations.secret_of(settings.database)
        self.seat_manager = SeatManager(settings, study, pools, program, print_line)
        self.assets = pages.assets()
        self.headers: dict[str, str] = {}
        self._guard: ConnectionGuard | None = None
        self._socket: asyncio.Server | None = None

    async def run(self, on_ready: Callable[[], None] = lambda: None) -> None:
        """Serve until SIGINT or SIGTERM, then end every process in order."""
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
        await self.open()
        on_ready()
        try:
            await stop.wait()
        finally:
            await self.close()

    async def open(self) -> None:
        """Start listening.

        Raises OutsideError if the port is not available or processes cannot be started.
        """
        from aiohttp import web

        await self.seat_manager.open()
        app = web.Application(middlewares=[self._middleware()], client_max_size=1 << 12)
        app.router.add_get("/", self._front)
        app.router.add_get("/alive", self._alive)
        for path, handler in (("/s/{token}", self._page), ("/line/{token}", self._line)):
            page = handler == self._page  # a line has no head to ask for
            app.router.add_get(path, handler, allow_head=page)
            app.router.add_get(f"{path}/{{language}}", handler, allow_head=page)
        app.router.add_get("/static/{name}", self._asset)
        app.on_response_prepare.append(self._sign_off)
        self._runner = web.AppRunner(
            app, access_log=None, logger=_log(), keepalive_timeout=15.0, shutdown_timeout=2.0
        )
        await self._runner.setup()
        most = CONNECTIONS_PER_PROCESS * self.settings.most_participants + 64
        each = (
            0 if self.settings.behind_proxy else CONNECTIONS_PER_PROCESS * self.settings.per_address
        )
        self._guard = ConnectionGuard(lambda: self._runner.server(), most, each)  # type: ignore[misc]
        try:
            self._socket = await asyncio.get_running_loop().create_server(
                self._guard, self.settings.host, self.settings.port, backlog=512
            )
        except OSError as error:
            await self.close()
            where = f"{self.settings.host}, port {self.settings.port}"
            raise OutsideError(
                "The server cannot listen", f"{where}: {error.strerror or error}"
            ) from error
        if not self.settings.url:
            port = self._socket.sockets[0].getsockname()[1]
            self.settings = replace(self.settings, port=port, url=f"http://localhost:{port}")
        self.headers = pages.headers(self.settings.line_url)

    async def close(self) -> None:
        """Accept nobody else, and end what runs."""
        if self._socket is not None:
            self._socket.close()
        await self.seat_manager.close()
        await self._runner.cleanup()

    # Applied to every request

    def _middleware(self) -> Any:
        from aiohttp import web

        @web.middleware
        async def checked(request: "web.Request", handler: Handler) -> "web.StreamResponse":
            if self._guard is not None and request.protocol is not None:
                self._guard.requesting.add(request.protocol)
            if request.host.lower() not in self.settings.hosts:
                return self._note(421, _("This address is not the one of the study."))
            try:
                return await handler(request)
            except web.HTTPException as error:
                if error.status == 404 and not request.path.startswith("/static/"):
                    text = _("This link is not valid. Please use the one you were given.")
                    return self._note(404, text)
                allowed = {n: v for n, v in error.headers.items() if n == "Allow"}
                return web.Response(status=error.status, text=f"{error.status}\n", headers=allowed)

        return checked

    async def _sign_off(self, request: "web.Request", response: "web.StreamResponse") -> None:
        for name, value in self.headers.items():
            response.headers.setdefault(name, value)
        response.headers["Server"] = "countermodel"

    # Responses

    async def _alive(self, _request: "web.Request") -> "web.StreamResponse":
        from aiohttp import web

        return web.Response(status=204 if self.seat_manager.fork_server.ready.is_set() else 503)

    async def _asset(self, request: "web.Request") -> "web.StreamResponse":
        """A file of the page. Raises HTTPNotFound."""
        from aiohttp import web

        asset = self.assets.get(request.match_info["name"])
        if asset is None:
            raise web.HTTPNotFound
        response = web.Response(body=asset.body)
        response.headers["Content-Type"] = asset.kind
        response.headers["Cache-Control"] = "public, max-age=3600"
        return response

    async def _front(self, request: "web.Request") -> "web.StreamResponse":
        """Without a link: give people sent by a recruiter theirs."""
        from aiohttp import web

        parameter = self.settings.recruiter
        value = request.query.get(parameter, "") if parameter else ""
        if not value:
            return self._note(403, _("Please open the link that you were given."))
        try:
            invitation = self._recruited(parameter, value, request)
        except LinkError:
            return self._note(403, _("The address is not complete. Please use the original link."))
        response = web.Response(status=303)
        token = invitations.token(self.secret, self.study.study.key, invitation)
        language = request.query.get("language", "")
        more = f"/{language}" if language in self.study.languages else ""
        response.headers["Location"] = f"/s/{token}{more}"
        return response

    def _recruited(self, parameter: str, value: str, request: "web.Request") -> Invitation:
        parameters = (*KNOWN_RECRUITERS.get(parameter, ()), *self.settings.recorded_parameters)
        about = {name: request.query[name] for name in parameters if request.query.get(name)}
        about = invitations.checked_about({parameter: value, **about})
        code = invitations.code_of_recruited(self.secret, self.study.study.key, parameter, value)
        return Invitation(code, about)

    async def _page(self, request: "web.Request") -> "web.StreamResponse":
        from aiohttp import web

        token = request.match_info["token"]
        try:
            invitation = invitations.read_token(self.secret, self.study.study.key, token)
        except LinkError:
            return self._note(403, _("This link is not valid. Please use the one you were given."))
        language = self.study.language
        line = f"{self.settings.line_url_at(request.host.lower())}{token}"
        if len(self.study.languages) > 1:
            try:
                begun = await self.seat_manager.language_of(invitation.code)
            except CountermodelError:
                # The page's connection reports faults; no language has to be chosen for that.
                begun = self._requested_language(request) or language
            language = begun or self._requested_language(request)
            if not language:
                titles = {name: self.study.in_language(name).title for name in self.study.languages}
                text = pages.languages(titles, f"/s/{token}")
                return web.Response(text=text, content_type="text/html")
            line = f"{line}/{language}"
        spoken = self.study.in_language(language)
        full = spoken.study.last_page("full")
        again = not full.address and spoken.study.slots.frees_dropped_out
        text = pages.page(spoken.title, language, line, full.text, again)
        return web.Response(text=text, content_type="text/html")

    def _requested_language(self, request: "web.Request") -> str:
        """The language that an address requests; empty if the study does not have it."""
        language = request.match_info.get("language", "")
        return language if language in self.study.languages else ""

    async def _line(self, request: "web.Request") -> "web.StreamResponse":
        """The websocket of a page."""
        from aiohttp import web

        if request.headers.get("Origin", "").lower() not in self.settings.origins:
            return web.Response(status=403, text="403\n")
        try:
            invitation = invitations.read_token(
                self.secret, self.study.study.key, request.match_info["token"]
            )
            size = sized(request.query.get("width", "80")), sized(request.query.get("height", "24"))
        except (LinkError, ValueError):
            return web.Response(status=403, text="403\n")
        line = web.WebSocketResponse(
            heartbeat=HEARTBEAT_SECONDS, max_msg_size=LONGEST_MESSAGE, compress=False, timeout=2.0
        )
        if not line.can_prepare(request).ok:
            return web.Response(status=400, text="400\n")
        await line.prepare(request)
        try:
            seat = await self.seat_manager.sit_down(
                invitation,
                self._address(request),
                line,
                request.transport,
                size,
                self._requested_language(request),
            )
        except FullError:
            await line.close(code=CloseCode.FULL)
            return line
        except CountermodelError as error:
            self.seat_manager.print_line(f"{invitation.code}: {error.title}: {error.message}")
            if isinstance(error, CodeError) and error.no_place:
                await line.send_str(
                    self.seat_manager.turned_away(invitation, self._requested_language(request))
                )
                await line.close(
                    code=CloseCode.NO_PLACE if error.reason == "full" else CloseCode.TAKEN
                )
                return line
            late = bool(invitation.until and time.time() > invitation.until)
            late |= isinstance(error, CodeError) and error.reason in ("used", "late")
            await line.close(code=CloseCode.REFUSED if late else CloseCode.TROUBLE)
            return line
        budget = MessageBudget()
        try:
            async for message in line:
                if message.type is not web.WSMsgType.TEXT or not budget.spend():
                    await line.close(code=1008)
                    break
                answer = seat.take(message.data)
                if answer is not None:
                    await line.send_str(answer)
        except (ValueError, TypeError, RecursionError, OSError):
            await line.close(code=1008)
        finally:
            seat.detach(line)
        return line

    def _address(self, request: "web.Request") -> str:
        """The participant's address; behind a proxy, the last one that the proxy added."""
        if self.settings.behind_proxy:
            listed = request.headers.getall("X-Forwarded-For", [])
            if listed:
                return listed[-1].rpartition(",")[2].strip()
        return request.remote or ""

    def _note(self, status: int, text: str) -> "web.StreamResponse":
        from aiohttp import web

        body = pages.note(self.study.title, self.study.language, text)
        return web.Response(status=status, text=body, content_type="text/html")


def _log() -> logging.Logger:
    """The logger for aiohttp's own faults. By default it would also log and quote every request
    that is not HTTP: strangers could fill the log, and truncated links would appear in it."""
    from aiohttp.http_exceptions import HttpProcessingError

    def is_own(record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        return not isinstance(error, HttpProcessingError)

    log = logging.Logger("countermodel.serving")  # noqa: LOG001 - this server's alone
    log.parent = logging.getLogger("aiohttp.server")
    log.addFilter(is_own)
    return log
