import ora from 'ora';
import type {Spinner} from '../ports.ts';

/**
 * A line that changes in place. ora hangs for ever on a terminal of 0 columns, so the caller asks for none there; and
 * with `discardStdin` it would swallow Ctrl-C (reliability.md, section 3).
 */
export function createSpinner(stream: NodeJS.WriteStream): Spinner {
	const spinner = ora({stream, discardStdin: false}).start();
	return {
		show: text => {
			spinner.text = text;
		},
		stop: () => {
			spinner.stop();
		},
	};
}
