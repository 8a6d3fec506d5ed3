import {createHash, randomBytes} from 'node:crypto';

/** Creates a secret of 16 random bytes in 22 characters. */
export const createToken = (): string => randomBytes(16).toString('base64url');

/** Returns the stored form of a token, which a reader of the file cannot use. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
