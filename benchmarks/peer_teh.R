# Sweeps of the sampler in R's hdp over a tree corpus -> documents -> sentences.
#
#     Rscript peer_teh.R LIBRARY FOLDER TERMS SWEEPS GAMMA BETA ALPHA ZETA
#
# FOLDER holds the files terms, sentences and documents, integers from 0. All tokens start in one
# topic; concentrations stay as they are. Prints a line with the CPU seconds of the sweeps and one with
# the topic of every token after them, from 1.

given <- commandArgs(trailingOnly = TRUE)
dyn.load(given[1])
integers <- function(name) scan(file.path(given[2], name), what = 0L, quiet = TRUE) + 1L
numbers <- as.numeric(given[3:8])
n_terms <- numbers[1]
sweeps <- numbers[2]
concentrations <- numbers[3:5]
zeta <- numbers[6]

terms <- integers("terms")
sentences <- integers("sentences")
document <- integers("documents")
n_sentences <- length(document)
n_documents <- max(document)
layer <- rep(1:3, c(1L, n_documents, n_sentences))

process <- function(items, tables, data, concentration) {
  list(
    numdata = length(data), datass = data, datacc = rep(1L, length(data)),
    classnd = c(items, 0L), classnt = c(tables, 0L), beta = c(0.5, 0.5), alpha = concentration
  )
}

parents <- function(items, concentration) {
  lapply(items, process, tables = 1L, data = integer(0), concentration = concentration)
}

state <- list(
  numdp = length(layer),
  numconparam = 3L,
  base = list(
    numclass = 1L, hh = rep(zeta, n_terms), classqq = cbind(tabulate(terms, n_terms), 0L)
  ),
  conparam = lapply(1:3, function(n) {
    none <- integer(sum(layer == n))
    list(
      alpha = concentrations[n], alphaa = 1, alphab = 1,
      numdp = length(none), totalnd = none, totalnt = none
    )
  }),
  dp = c(
    parents(n_documents, concentrations[1]),
    parents(tabulate(document), concentrations[2]),
    lapply(split(terms, sentences), function(data) {
      process(length(data), 1L, data, concentrations[3])
    })
  ),
  dpstate = rep(2L, length(layer)),
  ppindex = c(0L, rep(1L, n_documents), 1L + document),
  cpindex = layer,
  ttindex = c(1L, seq_len(n_documents), seq_len(n_sentences))
)

set.seed(1)
swept <- function(state, n) .Call("hdpMultinomial_iterate", state, n, 0L, 0L, 0L)[[1]]
spent <- function(work) sum(system.time(work)[c("user.self", "sys.self")])
reading <- spent(swept(state, 0L))
sampling <- spent(after <- swept(state, sweeps))
topics <- lapply(after$dp[layer == 3L], function(sentence) sentence$datacc)
cat(sampling - reading, "\n")
cat(unlist(topics), "\n")
