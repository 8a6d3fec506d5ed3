// The least that writes a report of three levels as CSV: node nested-limit.mjs ADDRESS
import {request} from 'undici';

const quote = text => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const {body} = await request(process.argv[2], {method: 'POST', body: '{}'});
const {level1} = JSON.parse(await body.text()).results;
let text = 'prodVersion,os.version,geography.country,new,active\n';
for (const [a, {level2}] of Object.entries(level1))
	for (const [b, {level3}] of Object.entries(level2))
		for (const [c, {totals}] of Object.entries(level3)) {
			text += `${quote(a)},${quote(b)},${quote(c)},${totals.new},${totals.active}\n`;
			if (text.length < 65_536) continue;
			process.stdout.write(text);
			text = '';
		}
process.stdout.write(text);
