/** Draws the lines to and from incomplete points, with hollow symbols at them. The library fills its own empty symbols white. */
export function dashedPart(values: readonly (number | null)[], complete: readonly boolean[], color: string) {
	const hollow = {color: 'var(--ground)', borderColor: color, borderWidth: 2};
	const isOpen = (at: number) => complete[at] === false;
	const data = values.map((value, at) => {
		if (!isOpen(at - 1) && !isOpen(at) && !isOpen(at + 1)) return null;
		return isOpen(at) ? {value, itemStyle: hollow} : {value, symbol: 'none'};
	});
	return {data, symbol: 'circle', symbolSize: 7, showSymbol: true};
}
