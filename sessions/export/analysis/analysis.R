# What a first analysis of this export needs: accuracy, a mixed model, difficulty of items.
# Run it in the folder of the export:  Rscript analysis.R
# It needs R 4.0 or later; the mixed model needs the package lme4 and is left out without it.

options(width = 200)
answers <- read.csv("answers.csv", na.strings = "", encoding = "UTF-8",
                    colClasses = "character")
answers$right <- answers$right == "true"
answers$seconds <- as.numeric(answers$seconds)
# Of people the main blocks count. Free answers that nobody has settled yet are neither right nor
# wrong: accuracy lies between two figures. Answers without a gold answer do not count.
answers$open <- is.na(answers$right) & answers$decided %in% "ungraded"
answers <- subset(answers, (!is.na(right) | open) & (kind == "model" | role == "main"))
# Sessions that the study's own rules leave out do not count either; set this to TRUE to keep them.
every_session <- FALSE
if (!every_session) {
  sessions <- read.csv("sessions.csv", na.strings = "", encoding = "UTF-8",
                       colClasses = "character")
  ruled_out <- sessions$session[!is.na(sessions$excluded)]
  answers <- answers[answers$kind == "model" | !(answers$respondent %in% ruled_out), ]
  if (length(ruled_out) > 0) {
    cat("Left out by the study's rules:", length(ruled_out),
        if (length(ruled_out) == 1) "session\n\n" else "sessions\n\n")
  }
}
# Majorities of samples repeat the samples that they are of, which are here as runs of their own:
# they stand apart. Set this to TRUE to take them for answers like the others.
every_majority <- FALSE
samples_of <- sub(" majority-of-[0-9]+$", "", answers$study)
majority <- answers$kind == "model" & samples_of != answers$study &
  paste(answers$respondent, samples_of) %in% paste(answers$respondent, answers$study)
majorities <- answers[majority, ]
if (!every_majority && nrow(majorities) > 0) {
  answers <- answers[!majority, ]
  cat("Apart, as majorities of samples:", nrow(majorities),
      if (nrow(majorities) == 1) "answer" else "answers", "of which",
      sum(majorities$right, na.rm = TRUE),
      if (sum(majorities$right, na.rm = TRUE) == 1) "is right\n\n" else "are right\n\n")
}
# The runs of a model in one setting are one respondent.
answers$who <- paste(answers$kind, answers$respondent,
                     ifelse(answers$kind == "model", answers$study, ""))
# Models, settings and versions of a study are apart, and so are items in words and in symbols, and
# items of several languages. Set this to TRUE to take together all that is of one kind.
pool <- FALSE
items <- read.csv("items.csv", na.strings = "", encoding = "UTF-8", colClasses = "character")
of_item <- match(answers$item_hash, items$item_hash)
answers$told <- paste(items$form[of_item], items$language[of_item], sep = ", ")
answers$of <- ifelse(answers$kind == "model", paste(answers$respondent, answers$study, sep = " / "),
                     paste(answers$study, substr(answers$version, 1, 8), sep = " / "))
if (pool) {
  answers$told <- "all"
  answers$of <- "all"
}

if (nrow(answers) == 0) {
  cat("There are no answers that are right or wrong.\n")
} else {
  cat("Accuracy by kind of respondent, setting or study, and form and language of the items\n\n")
  groups <- split(answers, answers[c("kind", "of", "told")], drop = TRUE)
  told <- do.call(rbind, lapply(groups, function(those) data.frame(
    kind = those$kind[1],
    of = those$of[1],
    items_told = those$told[1],
    respondents = length(unique(those$who)),
    items = length(unique(those$item_hash)),
    answers = nrow(those),
    accuracy = round(mean(those$right), 4),
    median_seconds = round(median(those$seconds, na.rm = TRUE), 2),
    unsettled = sum(those$open),
    lowest = round(sum(those$right, na.rm = TRUE) / nrow(those), 4),
    highest = round((sum(those$right, na.rm = TRUE) + sum(those$open)) / nrow(those), 4)
  )))
  columns <- if (any(answers$open)) names(told) else
    setdiff(names(told), c("unsettled", "lowest", "highest"))
  print(told[columns], row.names = FALSE)
  if (any(answers$open)) {
    cat("\nWhere free answers are unsettled, accuracy is NA and lies between lowest (all of them",
        "wrong)\nand highest (all of them right). What follows is of settled answers alone, which",
        "are those\nthat were easy to settle.\n")
  }
  answers <- subset(answers, !open)

  # Shares of respondents and of items that are right vary by both; the model keeps them apart.
  enough <- length(unique(answers$who)) > 2 && length(unique(answers$item_hash)) > 2 &&
    length(unique(answers$right)) == 2
  if (!requireNamespace("lme4", quietly = TRUE)) {
    cat("\nThe mixed model needs lme4: install.packages(\"lme4\")\n")
  } else if (!enough) {
    cat("\nThe mixed model needs three respondents, three items, and right and wrong answers.\n")
  } else {
    # A mean for each kind of respondent and each way in which items are told.
    tellings <- length(unique(answers$told)) > 1
    answers$group <- if (tellings) paste(answers$kind, answers$told, sep = ", ") else answers$kind
    several <- length(unique(answers$group)) > 1
    formula <- if (several) right ~ 0 + group + (1 | who) + (1 | item_hash) else
      right ~ 1 + (1 | who) + (1 | item_hash)
    model <- lme4::glmer(formula, data = answers, family = binomial)
    cat("\nMixed logistic model, crossed effects of respondents and items (logits)\n\n")
    print(summary(model)$coefficients)
    print(lme4::VarCorr(model))
    effects <- lme4::ranef(model)$item_hash
    difficulty <- data.frame(item_hash = rownames(effects), difficulty = -effects[[1]])
    names <- unique(answers[c("item_hash", "item")])
    difficulty <- merge(names, difficulty, by = "item_hash")
    difficulty <- difficulty[order(-difficulty$difficulty), c("item", "difficulty", "item_hash")]
    cat("\nHardest items (difficulty in logits)\n\n")
    print(head(difficulty[c("item", "difficulty")], 10), row.names = FALSE)
    write.csv(difficulty, "difficulty.csv", row.names = FALSE)
    cat("\nAll of them are in difficulty.csv.\n")
  }
}
