/** Draws the lines to and from incomplete points, with hollow symbols at them. */
export function dashedPart(values: readonly (number | null)[], complete: readonly boolean[]) {
	const isOpen = (at: number) => complete[at] === false;
	const data = values.map((value, at) => {
		if (!isOpen(at - 1) && !isOpen(at) && !isOpen(at + 1)) return null;
		return isOpen(at) ? value : {value, symbol: 'none'};
	});
	return {data, symbol: 'emptyCircle', symbolSize: 8, showSymbol: true};
}
