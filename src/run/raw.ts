import type {Client} from '../ports.ts';

/** Thrown through a command to end it with `--raw`: the answer is to be printed. */
export class RawAnswer extends Error {
	override readonly name = 'RawAnswer';
	readonly body: string;

	constructor(body: string) {
		super('the answer is to be printed as it came');
		this.body = body;
	}
}

/** `--raw`: the first call ends the command, and its body is printed unchanged. */
export const createRawClient = (client: Client): Client => ({
	...client,
	call: async (endpoint, input, options) => {
		const {body} = await client.raw(endpoint, input, options);
		throw new RawAnswer(body);
	},
});
