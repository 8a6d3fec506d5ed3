const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The calendar day of a moment, `YYYY-MM-DD`, in a zone or the machine's own. Intl loads for 15 ms: only a zone needs it. */
export function calendarDay(moment: Date, zone?: string): string {
	if (!zone) {
		const year = String(moment.getFullYear()).padStart(4, '0');
		return `${year}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`;
	}
	const options = {timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit'} as const;
	return new Intl.DateTimeFormat('en-CA', options).format(moment);
}
