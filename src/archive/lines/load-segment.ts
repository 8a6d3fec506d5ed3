import type {Segment} from './segments.ts';
import {identifier, literal, pathLiteral} from './sql.ts';

/** The engine makes buffers of 16 times this for each thread. */
const leastLineBytes = 2 ** 20;

/** A segment as a table: each field as text (an empty one is empty text), the time as a time; `fingerprint` where there is one. */
export const segmentTable = ({path, columns, longest}: Segment): string => {
	const names = [...columns, 'fingerprint'];
	const types = names.map(name => `${literal(name)}: 'VARCHAR'`).join(', ');
	const options = [
		`columns = {${types}}`,
		'auto_detect = false',
		'header = false',
		`delim = ','`,
		`quote = '"'`,
		`escape = '"'`,
		`new_line = '\\n'`,
		`force_not_null = [${names.map(literal).join(', ')}]`,
		`max_line_size = ${Math.max(longest + 1, leastLineBytes)}`,
	];
	const select = names.map(name =>
		name === 'timestamp' ? `CAST(rtrim("timestamp", 'Z') AS TIMESTAMP) AS "timestamp"` : identifier(name),
	);
	return `(SELECT ${select.join(', ')} FROM read_csv(${pathLiteral(path)}, ${options.join(', ')}))`;
};
