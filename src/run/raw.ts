import type {Client} from '../ports.ts';

/** Thrown through a command by `--raw`: the answer is had, nothing more is to be done with it. */
export class RawAnswer extends Error {
	override readonly name = 'RawAnswer';
	readonly body: string;

	constructor(body: string) {
		super('the answer is printed as it came');
		this.body = body;
	}
}

/** `--raw`: the first call's body goes out unchanged and ends the command, whichever it is. */
export const createRawClient = (client: Client): Client => ({
	...client,
	call: async (endpoint, input, options) => {
		const {body} = await client.raw(endpoint, input, options);
		throw new RawAnswer(body);
	},
});
