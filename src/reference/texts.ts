import {commands, groups} from '../commands/table.ts';
import {locate} from '../program/locate.ts';
import {version} from '../version.ts';
import {helpText} from './help-text.ts';

/** What the bin prints without loading the program: name of the file → text. `help-keys-list` is `keys list --help`. */
export async function getTexts(): Promise<ReadonlyMap<string, string>> {
	const texts = new Map([['version', `${version}\n`]]);
	for (const path of ['', ...groups.map(group => group.path), ...commands.map(entry => entry.path)]) {
		const words = path.split(' ').filter(word => word !== '');
		texts.set(['help', ...words].join('-'), await helpText(locate([...words, '--help'])));
	}
	return texts;
}
