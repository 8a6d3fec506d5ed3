import type {KeyRecord} from '../../../src/contract/operations/license-keys.ts';
import {keyFlags} from '../../../src/contract/request-words.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';

/** A registry full of difficult values: every combination of flags, texts with quotes, line breaks, formulas, reserved words. */
export function awkwardRegistry(): KeyRecord[] {
	const texts = [
		'',
		'null',
		'true',
		'=1+1',
		'@SUM(A1)',
		'-5',
		'007',
		'1.5',
		'2026-01-31',
		' blanks at the ends ',
		'"quoted"',
		'a "b" c',
		'"',
		'a,b;c\td|e',
		'line one\nline two',
		'line one\r\nline two',
		'a lone \r return',
		'\n',
		'😀 e\u0301 中文 \u202eright to left',
		'\ufeffmark',
		'# AAAA-BBBB-CCCC',
		'<NULL>',
		'\u001b[31mred',
	];
	const keys = [...texts.filter(text => text !== ''), '1E5', '1.23E+15', '0x10', 'x'.repeat(5000)];
	const flags = (bits: number) => Object.fromEntries(keyFlags.map((flag, bit) => [flag, (bits >> bit) % 2 === 1]));
	return keys.map((key, index) => ({
		...emptyRecord(`${key}${index % 5 === 0 || key.includes('E+') ? '' : `-${index}`}`),
		licenseType: texts[(index * 7) % texts.length] ?? '',
		licenseStatus: flags(index % 16) as KeyRecord['licenseStatus'],
		expiryDate: index % 3 === 0 ? null : '2028-02-29',
		installQuota: index % 4,
		notes: texts[index % texts.length] ?? '',
		lastEditedBy: [null, {}, {name: 'Ada', surname: 'L, "O"', email: 'a@b.c'}][index % 3] ?? null,
		lastEditedDate: index % 3 === 0 ? null : '2026-06-30T12:00:00',
	}));
}
