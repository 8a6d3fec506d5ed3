/** `1 key`, `12,000 keys`; without Intl, whose first use takes 20 ms. */
export const counted = (count: number, noun: string): string =>
	`${String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')} ${noun}${count === 1 ? '' : 's'}`;
