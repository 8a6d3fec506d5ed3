/** Equals the version in package.json, which a test checks. */
export const version = '0.1.0';

export const userAgent: string = `usagectl/${version}`;
