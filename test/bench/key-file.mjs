// Writes N rows of an upload file to stdout: `node key-file.mjs 1000000 > keys.csv`. 9 columns, every twelfth note in quotes, every 24th over two lines.
import {once} from 'node:events';

const rows = Number(process.argv[2] ?? 1_000_000);
const types = ['purchased', 'freeware', 'trial', 'unknown', 'subscription'];
const note = index => {
	if (index % 12) return index % 3 ? '' : `VIP customer ${index % 1000}`;
	return index % 24 ? `"order ""${index}"", renewed"` : '"line one\nline two, é"';
};
const row = index => {
	const hash = (Math.imul(index + 1, 2654435761) >>> 0).toString(16).toUpperCase().padStart(8, '0');
	const key = `${hash.slice(0, 4)}-${hash.slice(4)}-${String(index).padStart(8, '0')}-AX${index % 97}`;
	const day = index % 3 ? `2027-0${1 + (index % 9)}-1${index % 10}` : '';
	return `${key},${types[index % 5]},true,false,,${index % 2 ? 'true' : ''},${day},${1 + (index % 5)},${note(index)}\n`;
};

let text = 'licenseKey,licenseType,activated,blacklisted,expired,whitelisted,expiryDate,installQuota,notes\n';
for (let index = 0; index < rows; index++) {
	text += row(index);
	if (text.length < 1 << 20 && index < rows - 1) continue;
	if (!process.stdout.write(text)) await once(process.stdout, 'drain');
	text = '';
}
