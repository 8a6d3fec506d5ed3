/** Sorts the tables of a page by a click on a heading, and shows the rows that contain what is typed. */
export const script = `
const least = 8;
const valueOf = cell => {
	const text = cell.firstChild?.textContent ?? '';
	const number = Number(text.replaceAll(',', ''));
	return text === '–' || text === '' ? undefined : cell.classList.contains('n') && !Number.isNaN(number) ? number : text;
};
const compare = (a, b) => typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), undefined, {numeric: true});
for (const table of document.querySelectorAll('.scroll > table')) {
	const [body] = table.tBodies;
	const rows = [...body.rows];
	const heads = [...table.tHead.rows[0].cells];
	if (rows.length < 2) continue;
	heads.forEach((head, at) => {
		const button = document.createElement('button');
		button.type = 'button';
		button.append(...head.childNodes);
		head.append(button);
		button.addEventListener('click', () => {
			const first = head.classList.contains('n') ? 'descending' : 'ascending';
			const other = first === 'ascending' ? 'descending' : 'ascending';
			const order = head.ariaSort === first ? other : first;
			for (const each of heads) each.ariaSort = null;
			head.ariaSort = order;
			const sign = order === 'ascending' ? 1 : -1;
			body.append(...rows.toSorted((left, right) => {
				const [a, b] = [valueOf(left.cells[at]), valueOf(right.cells[at])];
				if (a === undefined || b === undefined) return (a === undefined) - (b === undefined);
				return sign * compare(a, b);
			}));
		});
	});
	if (rows.length < least) continue;
	const box = document.createElement('input');
	box.type = 'search';
	box.placeholder = 'Filter rows';
	box.ariaLabel = 'Filter rows';
	const count = document.createElement('output');
	box.addEventListener('input', () => {
		const words = box.value.toLowerCase().split(/\\s+/);
		for (const row of rows) row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word));
		count.textContent = box.value === '' ? '' : rows.filter(row => !row.hidden).length + ' of ' + rows.length + ' rows';
	});
	const line = document.createElement('p');
	line.className = 'filter';
	line.append(box, ' ', count);
	table.parentElement.before(line);
}
`;
