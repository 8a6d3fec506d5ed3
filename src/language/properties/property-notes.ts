import {getProperty} from '../../contract/properties.ts';
import type {Remark} from '../source/expression-error.ts';
import type {Field} from './catalog.ts';

export const note = (code: string, message: string): Remark => ({code, message});

/** Reading licenseKey requires a permission (docs/service.md#permission). */
export const permissionNotes = ({name, property}: Field): Remark[] =>
	property?.permission ? [note('permission', `${name} requires a special user permission`)] : [];

/** Old SDKs do not report every property (docs/service.md#versioning), and null does not exist for flags. */
export const unreported = ({kind, name}: Field, effect: string): Remark[] =>
	kind === 'boolean' && getProperty(name)
		? [note('null', `${name}: installations on old SDKs have no value; ${effect}`)]
		: [];
