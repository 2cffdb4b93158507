import type {Settings} from '../config/settings.js';
import {chosenReaders} from '../entries/chosen-readers.js';
import {FormatError} from '../entries/format-error.js';
import {formats} from '../entries/formats.js';
import {nearest} from '../nearest.js';
import {UsageError} from './usage-error.js';

/**
 * The format that `--format` asks for, see `chosenReaders`; undefined where it isn't given.
 * @param own - those of the config file
 * @throws UsageError
 */
export const formatOption = (
	value: string | true | undefined,
	own: Settings['formats'],
): string | undefined => {
	if (value === undefined) {
		return undefined;
	}
	const given = String(value);
	const named = own.get(given);
	if (named !== undefined) {
		return named;
	}
	try {
		chosenReaders(given);
	} catch (error) {
		if (!(error instanceof FormatError)) {
			throw error;
		}
		const near = nearest(given, [...formats.map(({name}) => name), ...own.keys()]);
		const isName = /^[\w-]+$/.test(given);
		const list = isName ? ' (reqscope formats lists them)' : '';
		const advice = isName && near !== undefined ? ` (did you mean ${near}?)` : list;
		throw new UsageError(`--format ${given}: ${error.message}${advice}`, {cause: error});
	}
	return given;
};
