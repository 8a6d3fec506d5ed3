import {createHash, randomBytes} from 'node:crypto';

/** A secret that is given away once: 16 random bytes in 22 characters. */
export const createToken = (): string => randomBytes(16).toString('base64url');

/** The stored form of a token, which a reader of the file cannot use. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
