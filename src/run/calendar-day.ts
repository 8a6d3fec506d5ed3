/** The calendar day of a moment, `YYYY-MM-DD`, in a zone, or in the zone of this machine, for which Intl need not be loaded. */
export function calendarDay(moment: Date, zone?: string): string {
	if (zone) {
		const options = {timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit'} as const;
		return new Intl.DateTimeFormat('en-CA', options).format(moment);
	}
	const [year, ...rest] = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
	return [String(year).padStart(4, '0'), ...rest.map(part => String(part).padStart(2, '0'))].join('-');
}
