/** Every command with its own flags. Generated: `npm run reference`. */
export const flagTable = `
login --user
whoami --check
profile set --user --lost-after --unset
config list --show-origin
keys list --filter --filter-file --filter-json --sort --skip --concurrency
keys set --type --quota --expires --notes --activated --blacklisted --expired --whitelisted --insert
keys update --map --ignore-extra --exact-keys --empty-clears --skip-invalid --no-diff --overwrite --verify --batch-size --concurrency --resume --restart
keys diff --map --ignore-extra --exact-keys --empty-clears --skip-invalid --all --concurrency
keys undo --overwrite --concurrency
keys runs --forget-before
props values --match --full-list
report current --from --to --compare --status --lost-after --lost-date --split --filter --filter-file --filter-json --level --sort --totals
report churn retention --from --to --lost-after --split --filter --filter-file --filter-json --segment-by --segment --wide --compare
report churn days --from --to --lost-after --lost-date --filter --filter-file --filter-json --compare
report churn sessions --from --to --lost-after --lost-date --filter --filter-file --filter-json --compare
report churn runtime --from --to --lost-after --lost-date --filter --filter-file --filter-json --compare
report churn events --from --to --lost-after --lost-date --filter --filter-file --filter-json --segment-by --segment --compare --sort
report churn event --from --to --lost-after --lost-date --filter --filter-file --filter-json --compare
report events table --from --to --totals --compare
report events timeline --from --to --event --events-file --split --view --per --wide --compare
report events frequency --from --to --event --events-file --filter --filter-file --filter-json --segment-by --segment --compare --sort --bins
exceptions tail --lines --follow --interval
exceptions download --since --until --kind --all --dir --unzip --keep-zip --overwrite --stdout --wait --concurrency --max-size
exceptions sync --since --unzip --wait --concurrency --max-size --no-lines
exceptions top --since --until --version --os --country --where --rejects --mark --fail-on
exceptions show --since --until --version --os --country --where --rejects
events tail --lines --follow --interval
events download --since --until --kind --all --dir --unzip --keep-zip --overwrite --stdout --wait --concurrency --max-size
events sync --since --unzip --wait --concurrency --max-size --no-lines
events top --since --until --version --os --country --where --rejects --mark --fail-on
filter check --kind --report --status --split
filter explain --kind --report --status --split
filter compile --kind --report --status --split --batch
filter decompile --kind --report --status --split
filter print --kind --report --status --split --shell
api --field --raw-field --input --get --url-param --include --paginate --list --describe
sandbox serve --seed --size --now --port --assume --faults --bulk-file
sandbox reset --seed --size --now
sandbox export --format
sandbox import --now
help --json
`;
