import {readingText, sinceWord} from '../../alerts/alert-texts.js';
import type {Alert} from '../../alerts/alerts.js';
import {ruleForms} from '../../alerts/rule-forms.js';
import {sanitise} from '../../listing/sanitise.js';
import type {TimeFormatter} from '../../listing/time-formatter.js';
import type {PanelLine} from '../panel/panel-line.js';
import {wrappedLines} from '../panel/wrapped-lines.js';

const indent = '        ';

/** All rules, those that are firing first, and how each stands. */
export function alertLines(
	alerts: readonly Alert[],
	formatTime: TimeFormatter,
	width: number,
): readonly PanelLine[] {
	if (alerts.length === 0) {
		return howTo(width);
	}

	return alerts
		.toSorted((a, b) => Number(b.state.isFiring) - Number(a.state.isFiring))
		.flatMap(alert => linesOf(alert, formatTime, width));
}

function linesOf(alert: Alert, formatTime: TimeFormatter, width: number): readonly PanelLine[] {
	const {rule, problem, state} = alert;
	const isWaiting = problem !== null && state.reading === null;
	const word = state.isFiring ? 'FIRING' : isWaiting ? 'waits' : 'quiet';
	const further = [
		standing(alert, formatTime),
		...(problem === null ? [] : [problem]),
		...(rule.name === rule.text ? [] : [rule.text]),
	];
	return [
		...wrappedLines(word.padEnd(indent.length), sanitise(rule.name), width),
		...further.flatMap(text => wrappedLines(indent, sanitise(text), width)),
	];
}

/** How a rule stands, in words. */
function standing({rule, state}: Alert, formatTime: TimeFormatter): string {
	const {condition} = rule;
	const {reading, firedAt, isFiring, untold} = state;
	const fired = firedAt === null ? 'has not fired yet' : `last fired ${formatTime(firedAt, null)}`;
	if (reading === null) {
		return fired;
	}

	const found = readingText(condition, reading);
	if (condition.kind === 'any') {
		return `${fired} for ${found}${untold > 0 ? `, ${untold} more since` : ''}`;
	}

	const since = isFiring && firedAt !== null ? `${sinceWord(state)} ${formatTime(firedAt, null)}` : fired;
	return `now ${found}; ${since}`;
}

function howTo(width: number): readonly PanelLine[] {
	return [
		'No rules are watched. They are given by --alert RULE, or in the config file:',
		...ruleForms.map(({form}) => `  ${form}`),
		'such as --alert "5xx share over 5% in 1m". A rule that fires rings the bell, and runs the program of --exec.',
	].flatMap(text => wrappedLines('', text, width));
}
