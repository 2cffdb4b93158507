import {readingText, sinceWord} from '../../../alerts/alert-texts.js';
import type {Alert} from '../../../alerts/alerts.js';
import {ruleForms} from '../../../alerts/rule.js';
import {counted} from '../../../format/amounts.js';
import {fitWidth, wrapText} from '../../../format/fit-width.js';
import {sanitise} from '../../../format/sanitise.js';
import type {TimeFormatter} from '../../../format/time-formatter.js';
import {clockText} from '../../../format/time-texts.js';
import type {PanelScene} from '../../panel/open-panel.js';
import {type PanelLine, selectedLine, wrappedLines} from '../../panel/panel-lines.js';

/** A rule with a key that doesn't depend on its position. */
export type ListedAlert = {readonly key: string; readonly alert: Alert};

/** Lists the rules, firing ones first. */
export function listedAlerts(alerts: readonly Alert[]): readonly ListedAlert[] {
	return alerts
		.map((alert, index) => ({key: String(index), alert}))
		.sort((a, b) => Number(b.alert.state.isFiring) - Number(a.alert.state.isFiring));
}

/** Returns the number of lines that the headline takes: 0 if the panel is too low for it. */
export function headHeight({height}: Pick<PanelScene, 'height'>): number {
	return height < 6 ? 0 : 1;
}

/** Width of the word for a rule's state, including the gap that follows it, in columns. */
const wordWidth = 8;

/** Returns the headline: the number of rules, and how many are firing. */
export function headline(alerts: readonly Alert[]): string {
	const firing = alerts.filter(({state}) => state.isFiring).length;
	return `${counted(alerts.length, 'rule')}, ${firing === 0 ? 'none' : firing} of them firing`;
}

/**
 * Returns the lines of a rule and its state.
 * @param isUnmatched - true if the search of the rule matches no entry so far
 */
export function alertLines(
	alert: Alert,
	isUnmatched: boolean,
	isSelected: boolean,
	{formatTime, width, theme}: Pick<PanelScene, 'formatTime' | 'width' | 'theme'>,
): readonly PanelLine[] {
	const {rule, problem, state} = alert;
	const isWaiting = problem !== null && state.reading === null;
	const word = state.isFiring ? 'FIRING' : isWaiting ? 'waits' : 'quiet';
	const unmatched = isUnmatched ? ['no request that was read matches what it looks for'] : [];
	const texts = [
		rule.name,
		standing(alert, formatTime),
		...(problem === null ? unmatched : [problem]),
		...(rule.name === rule.text ? [] : [rule.text]),
	];
	const leadWidth = Math.min(width, 1 + wordWidth);
	return texts.flatMap((text, index) =>
		wrapText(sanitise(text), Math.max(1, width - leadWidth)).map((part, line): PanelLine => {
			const isFirst = index === 0 && line === 0;
			const lead = fitWidth(` ${isFirst ? word : ''}`, leadWidth);
			const leadStyle = state.isFiring ? theme.problem : theme.key;
			const spans = [
				{text: lead, style: isFirst && !isSelected ? leadStyle : undefined},
				{text: fitWidth(part, width - leadWidth).trimEnd()},
			];
			return isSelected
				? {...selectedLine({spans}, theme), style: index === 0 ? theme.selected : undefined}
				: {spans};
		}),
	);
}

/** Describes the state of a rule in words. */
function standing({rule, state}: Alert, formatTime: TimeFormatter): string {
	const {condition} = rule;
	const {reading, firedAt, backSince, isFiring, unreported} = state;
	const fired = firedAt === null ? 'has not fired yet' : `last fired ${formatTime(firedAt, null)}`;
	if (reading === null) {
		return fired;
	}
	const found = readingText(condition, reading);
	if (condition.kind === 'any') {
		return `${fired} for ${found}${unreported > 0 ? `, ${unreported} more since` : ''}`;
	}
	const since = isFiring && firedAt !== null ? `${sinceWord(state)} ${formatTime(firedAt, null)}` : fired;
	// Values waver at the limit: an alert fires a little longer, while the current value seems to contradict it.
	const back = backSince === null ? '' : `, back since ${clockText(backSince, formatTime)}`;
	return `now ${found}; ${since}${back}`;
}

/** Returns the lines that are shown if there are no rules. */
export function howTo(width: number): readonly PanelLine[] {
	return [
		'No rules are watched. They are given by :alert RULE, --alert RULE, or in the config file:',
		...ruleForms.map(({form}) => `  ${form}`),
		'such as :alert 5xx share over 5% in 1m. A rule that fires rings the bell, and runs the program of --exec.',
	].flatMap(text => wrappedLines('', text, width));
}
