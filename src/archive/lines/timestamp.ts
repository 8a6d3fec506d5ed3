const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const [dash, colon, capitalT, space] = [0x2d, 0x3a, 0x54, 0x20];

/** The number that digits make from there; -1 when one of them is none. */
const readNumber = (data: Buffer, at: number, digits: number): number => {
	let number = 0;
	for (let place = at; place < at + digits; place++) {
		const digit = (data[place] as number) - 48;
		if (!(digit >= 0 && digit <= 9)) return -1;
		number = 10 * number + digit;
	}
	return number;
};

const isDay = (year: number, month: number, day: number) => {
	const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
	return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= (lengths[month - 1] as number) + leap;
};

/** Nothing, a fraction of a second, a Z. */
const isTail = (data: Buffer, start: number, end: number) =>
	start >= end || /^(?:\.\d{1,9})?Z?$/.test(data.toString('latin1', start, end));

/** Whether `YYYY-MM-DDThh:mm:ss` stands there (a blank for the T will do), a moment that the calendar has. */
export const isTimestamp = (data: Buffer, start: number, end: number): boolean => {
	if (end - start < 19 || data[start + 4] !== dash || data[start + 7] !== dash) return false;
	if (data[start + 10] !== capitalT && data[start + 10] !== space) return false;
	if (data[start + 13] !== colon || data[start + 16] !== colon) return false;
	const [hour, minute, second] = [11, 14, 17].map(at => readNumber(data, start + at, 2)) as [number, number, number];
	if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return false;
	const [year, month, day] = [
		readNumber(data, start, 4),
		readNumber(data, start + 5, 2),
		readNumber(data, start + 8, 2),
	];
	return isDay(year, month, day) && isTail(data, start + 19, end);
};
