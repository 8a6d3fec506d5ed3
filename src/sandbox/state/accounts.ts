import {createHash, randomBytes, timingSafeEqual} from 'node:crypto';
import {linkSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {z} from 'zod';
import {CliError} from '../../errors.ts';

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

/**
 * Reads the users of the sandbox, whose passwords are generated at the first start and stored in the folder (0600). If
 * several processes start first, one creates the file. Throws a CliError of kind disk when it cannot be read or created.
 */
export function loadAccounts(folder: string): readonly Account[] {
	const path = join(folder, 'users.json');
	try {
		mkdirSync(folder, {recursive: true, mode: 0o700});
		return readAccounts(path) ?? createAccounts(path);
	} catch (cause) {
		throw new CliError('disk', `the sandbox cannot use ${path}`, {
			hint: 'remove the file, or run `usagectl sandbox reset`',
			cause,
		});
	}
}

function readAccounts(path: string): readonly Account[] | undefined {
	try {
		return z.array(account).parse(JSON.parse(readFileSync(path, 'utf8')));
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
		throw error;
	}
}

/** A link fails if the file exists, so the file of the first process stays. */
function createAccounts(path: string): readonly Account[] {
	const own = `${path}.${randomBytes(6).toString('hex')}`;
	writeFileSync(own, JSON.stringify(people.map(createAccount), null, '\t'), {mode: 0o600, flag: 'wx'});
	try {
		linkSync(own, path);
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
	} finally {
		rmSync(own, {force: true});
	}
	return z.array(account).parse(JSON.parse(readFileSync(path, 'utf8')));
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Finds the account of a user and password, in the same time for a right and a wrong password. */
export function findAccount(accounts: readonly Account[], user: string, password: string): Account | undefined {
	const found = accounts.find(item => item.user === user);
	const same = timingSafeEqual(digest(found?.password ?? ''), digest(password));
	return same ? found : undefined;
}
