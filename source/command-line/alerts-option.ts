import {plainCommand, type WantedAlert} from '../alerts/alert-command.js';
import {sourceIn} from '../alerts/fleet-rule.js';
import {parseRule} from '../alerts/parse-rule.js';
import type {Rule} from '../alerts/rule.js';
import {QueryError} from '../query/query-error.js';
import {readText} from './read-text.js';
import {UsageError} from './usage-error.js';

/**
 * The rules that are watched: those of the config file, and those that `--alert` gives, each once.
 * @param exec - of `--exec`: run for those that have no program of their own
 * @param asksServer - whether requests are those of a fleet, of `--store`
 * @throws UsageError
 */
export const wantedAlerts = (
	texts: readonly string[],
	exec: string | true | undefined,
	configured: readonly WantedAlert[],
	asksServer: boolean,
): readonly WantedAlert[] => {
	const distinct = [...new Set(texts.map(text => text.trim()))];
	const rules = distinct.map(text => readText('alert', text, given => ruleOf(given, asksServer)));
	const all = [...configured, ...rules.map(rule => ({rule, command: undefined}))];
	if (exec === undefined) {
		return all;
	}
	if (all.length === 0) {
		throw new UsageError('--exec needs a rule: give --alert RULE, or alerts in the config file');
	}
	return all.map(({rule, command = plainCommand(String(exec))}) => ({rule, command}));
};

const ruleOf = (text: string, asksServer: boolean): Rule => {
	const rule = parseRule(text);
	const source = asksServer ? null : sourceIn(rule);
	if (source !== null) {
		throw new QueryError(
			'source: asks for a server of --store, and these are logs: leave it out, or give --store',
			source.start,
			source.end,
		);
	}
	return rule;
};
