/** The file that `usagectl questions init` creates. `PRODUCT` is a placeholder for the line with the product. */
export const readyFile = `# Questions for usagectl
# Run them: usagectl questions run
# Help:     usagectl help questions
# Messages: notify: [{slack: ops, on: [fail, fixed]}], and questions run --notify
# Days off: calendar: {weekends: true, holidays: [holidays.ics]}
defaults:
PRODUCT  lost-after: 40

questions:
  active:
    title: Active installations, last 30 days
    ask: report current --from -29d --status active
    checks:
      - {column: active, sum: true, drop: {percent: 10, count: 50}, against: 7d}

  active-by-edition:
    title: Active installations by edition, last 30 days
    ask: report current --from -29d --status active --level prodEdition
    checks:
      - {column: active, each: prodEdition, drop: {percent: 20, count: 50}, against: 7d}

  active-by-version:
    title: Active installations, ten most common versions, last seven days
    ask: "report current --from -6d --status active --level 'prodVersion: each * limit 10'"

  active-by-country:
    title: Active installations per day, ten largest countries
    ask: "report current --from -6d --status active --level 'geography.country: each * limit 10' --split day"
    checks:
      - {column: active, each: geography.country, drop: {percent: 50, count: 30}, against: 7d}

  new-by-day:
    title: New installations per day
    ask: report current --from -28d --status new --split day
    checks:
      - {column: new, drop: {percent: 50, count: 20}, against: 28d-median, for: 2}

  retention:
    title: Retention by month of installation
    ask: report churn --from -6mo --segment-by installationMonth

  events:
    title: Yesterday's events
    ask: report events --period yesterday
    checks:
      - {column: cumulativeUsageCount, each: [category, name], drop: {percent: 99, count: 100}, against: 28d-median}

  crashes:
    title: Crashes in the last seven days
    before: exceptions sync --from -60d
    ask: exceptions top --from -6d --fields class,method,count,installations,mark,message,firstDay,lastVersion,fingerprint
    headline: {column: count}
    checks:
      - {rows: {mark: regressed}, each: [class, method], max: 0}
      - {rows: {mark: new, new: true}, max: 0, level: note}
      - {column: count, each: [class, method], rise: {percent: 100, count: 20}, against: 7d}

  release:
    title: Newest release compared with the one before
    before: exceptions sync --from -60d
    ask: release check latest
    headline: {column: value, where: {question: crashFree}}

  over-quota:
    title: Active installations told to back off because the product is over its quota, last seven days
    ask: report current --from -6d --status active --filter backOff.current
    checks:
      - {column: active, sum: true, max: 0, level: warn}

  keys-over-quota:
    title: Keys that exceed their quota by ten or more installations
    ask: keys list --filter 'overQuotaCount>=10' --sort overQuotaCount:desc --fields licenseKey,licenseType,installQuota,installCount,overQuotaCount
    checks:
      - {rows: {new: true}, max: 0, level: note}
      - {column: overQuotaCount, sum: true, rise: {percent: 25, count: 50}, against: 7d, level: warn}

  keys-expiring:
    title: Keys that expire within 30 days
    ask: keys expiring --within 30d --fields licenseKey,licenseType,expiryDate,installCount

  keys-expired-active:
    title: Expired keys with active installations, last 30 days
    ask: "report current --from -29d --status active --filter licenseStatus.expired --level 'licenseKey: each * limit 1000'"
    checks:
      - {column: active, sum: true, rise: {percent: 30, count: 30}, against: 7d}

  keys-blacklisted-active:
    title: Blacklisted keys with active installations, last 30 days
    ask: "report current --from -29d --status active --filter licenseStatus.blacklisted --level 'licenseKey: each * limit 1000'"
    checks:
      - {rows: {new: true}, max: 0, level: note}
      - {column: active, sum: true, rise: {percent: 30, count: 30}, against: 7d, level: warn}

  keys-in-countries:
    title: New installations by key and country, last three days
    ask: "report current --from -2d --status new --level 'licenseKey: each * limit 1000' --level geography.country"
    checks:
      - {rows: true, each: licenseKey, max: 7}

  keys-on-machines:
    title: New installations by key, last three days
    ask: "report current --from -2d --status new --level 'licenseKey: each * limit 1000' --sort new:desc"
    checks:
      - {column: new, each: licenseKey, max: 20}

digest:
  title: Usage digest
`;
