import {plainCommand, type WantedAlert} from '../alerts/alert-command.js';
import {parseRule} from '../alerts/parse-rule.js';
import {readText} from './read-text.js';
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
	const distinct = [...new Set(texts.map(text => text.trim()))];
	const rules = distinct.map(text => readText('alert', text, given => parseRule(given)));
	const all = [...configured, ...rules.map(rule => ({rule, command: undefined}))];
	if (exec === undefined) {
		return all;
	}
	if (all.length === 0) {
		throw new UsageError('--exec needs a rule: give --alert RULE, or alerts in the config file');
	}
	return all.map(({rule, command = plainCommand(String(exec))}) => ({rule, command}));
};
