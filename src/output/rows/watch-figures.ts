import {type Dataset, isFigure} from '../dataset.ts';

/** `hasFigure` tells whether any figure so far is not 0; it is true if there are no figures. */
export function watchFigures(data: Dataset): {readonly data: Dataset; readonly hasFigure: () => boolean} {
	const places = data.columns.flatMap((column, place) => (isFigure(column) ? [place] : []));
	let hasFigure = places.length === 0;
	async function* watched() {
		for await (const rows of data.blocks) {
			hasFigure ||= rows.some(row => places.some(place => row[place]));
			yield rows;
		}
	}
	return {data: {...data, blocks: watched()}, hasFigure: () => hasFigure};
}
