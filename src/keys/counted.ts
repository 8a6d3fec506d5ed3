/** `1 key`, `12,000 keys`. */
export const counted = (count: number, noun: string): string =>
	`${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
