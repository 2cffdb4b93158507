import {plainCommand, type WantedAlert} from '../alerts/alert-command.js';
import {parseRule} from '../alerts/parse-rule.js';
import type {Rule} from '../alerts/rule.js';
import {QueryError} from '../query/query-error.js';
import {placeLines} from './place-lines.js';
import {UsageError} from './usage-error.js';

/**
 * The rules that are watched: those of the config file, and those that `--alert` gives, each once.
 * @param exec - of `--exec`: run for those that have no program of their own
 * @throws UsageError
 */
export const wantedAlerts = (
	texts: readonly string[],
	exec: string | true | undefined,
	configured: readonly WantedAlert[],
): readonly WantedAlert[] => {
	const given = [...new Set(texts.map(text => text.trim()))].map(ruleOf);
	const all = [...configured, ...given.map(rule => ({rule, command: undefined}))];
	if (exec === undefined) {
		return all;
	}
	if (all.length === 0) {
		throw new UsageError('--exec needs a rule: give --alert RULE, or alerts in the config file');
	}
	return all.map(({rule, command = plainCommand(String(exec))}) => ({rule, command}));
};

const ruleOf = (text: string): Rule => {
	try {
		return parseRule(text);
	} catch (error) {
		if (!(error instanceof QueryError)) {
			throw error;
		}
		throw new UsageError(`--alert: ${error.message}`, {
			shown: placeLines(text, error.start, error.end),
			cause: error,
		});
	}
};
