import {createHash, randomBytes, timingSafeEqual} from 'node:crypto';
import {dirname, join} from 'node:path';
import {z} from 'zod';
import {CliError} from '../../errors.ts';
import {disk} from '../../files/disk.ts';
import {createPrivateFolder, readPrivateFile} from '../../files/private-file.ts';

const account = z.object({
	user: z.string(),
	password: z.string(),
	name: z.string(),
	surname: z.string(),
	email: z.string(),
	/** May filter and segment by licenseKey (docs/service.md#permission). */
	licenseKeyPermission: z.boolean(),
});
export type Account = z.infer<typeof account>;

const people = [
	{user: 'admin@sandbox.example', name: 'Ada', surname: 'Sandbox', licenseKeyPermission: true},
	{user: 'analyst@sandbox.example', name: 'Anna "Lyst"', surname: "O'Brien", licenseKeyPermission: false},
] as const;

const createAccount = (person: (typeof people)[number]): Account => ({
	...person,
	email: person.user,
	password: randomBytes(12).toString('base64url'),
});

/** Generates passwords on the first start. Throws a CliError of kind disk. */
export const loadAccounts = (folder: string): Promise<readonly Account[]> =>
	loadPrivate(join(folder, 'users.json'), z.array(account), () => people.map(createAccount));

/** Generates the token of the control operations on the first start. Throws a CliError of kind disk. */
export const loadControlToken = (folder: string): Promise<string> =>
	loadPrivate(join(folder, 'control-token.json'), z.string().min(16), () => randomBytes(18).toString('base64url'));

/** Reads a private file (0600). If several processes start first, one of them creates it. */
async function loadPrivate<T>(path: string, schema: z.ZodType<T>, create: () => T): Promise<T> {
	const text = (await readPrivateFile(path)) ?? (await createPrivate(path, create()));
	try {
		return schema.parse(JSON.parse(text));
	} catch (cause) {
		throw new CliError('disk', `the sandbox cannot read ${path}`, {
			hint: 'remove the file; the sandbox creates a new one',
			cause,
		});
	}
}

/** Creates the file, unless another process did, and returns its content. */
async function createPrivate(path: string, value: unknown): Promise<string> {
	const text = JSON.stringify(value, null, '\t');
	await createPrivateFolder(dirname(path));
	const isOurs = await disk.create(path, text, 0o600);
	return isOurs ? text : disk.readText(path);
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Takes the same time for equal and different texts. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** Takes the same time for a right and a wrong password. */
export function findAccount(accounts: readonly Account[], user: string, password: string): Account | undefined {
	const match = accounts.find(item => item.user === user);
	return isSameSecret(match?.password ?? '', password) ? match : undefined;
}
