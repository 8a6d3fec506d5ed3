import {defineCommand} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {type Column, dataset} from '../../output/dataset.ts';
import {settingNames} from '../../session/setting-table.ts';

const columns: readonly Column[] = [
	{key: 'setting', title: 'Setting', kind: 'text'},
	{key: 'value', title: 'Value', kind: 'text'},
];
const withOrigin: readonly Column[] = [
	...columns,
	{key: 'origin', title: 'Origin', kind: 'text'},
	{key: 'where', title: 'Where', kind: 'text'},
];

export const command = defineCommand({
	description:
		'Every setting that has a value, as commands would see it: flag, environment, profile, config, default, in that order.',
	examples: [{line: 'usagectl config list --show-origin', does: 'which value counts, and where it was set'}],
	flags: {showOrigin: toggle({flags: '--show-origin', summary: 'say where each value came from'})},
	columns: ({showOrigin}) => (showOrigin ? withOrigin : columns),
	run: async ({showOrigin}, _args, {settings: {profile, profileOrigin, values}}) => {
		const rows = settingNames.flatMap(name => {
			const setting = values[name];
			return setting ? [[name, setting.texts.join(','), setting.origin, setting.where]] : [];
		});
		const all = [['profile', profile, profileOrigin, profileOrigin === 'flag' ? '--profile' : profileOrigin], ...rows];
		return {
			dataset: showOrigin
				? dataset(withOrigin, all)
				: dataset(
						columns,
						all.map(row => row.slice(0, 2)),
					),
		};
	},
});
