let versions: Intl.Collator | undefined;
/** Sorts 4.2 before 4.10. Created on first use, because Intl loads tables that most runs do not need. */
export function compareVersions(left: string, right: string): number {
	versions ??= new Intl.Collator('en', {numeric: true});
	return versions.compare(left, right);
}
