import type {Node} from 'jsonc-parser';
import type {AlertCommand, WantedAlert} from '../../alerts/alert-command.js';
import {alertFacts, hasFacts, unknownFact} from '../../alerts/alert-facts.js';
import {parseRule} from '../../alerts/parse-rule.js';
import type {Rule} from '../../alerts/rule.js';
import {QueryError} from '../../query/query-error.js';
import type {Section} from '../../user-files/section.js';
import {positionIn} from './searches.js';

const ruleExample = '"5xx share over 5% in 1m"';
const execExample = '["notify-send", "{message}"]';

/** Parses the section `alerts`: rules with names, and the commands to run when they fire. */
export function readAlerts(node: Node, section: Section): readonly WantedAlert[] {
	return section.entries(node, 'alerts', `{"errors": ${ruleExample}}`).flatMap(({name, nameNode, value}) => {
		if (name.trim() === '') {
			section.mistake(nameNode, 'an alert has no name: write one, such as "errors"');
			return [];
		}
		section.noteOffset(`alerts.${name}`, value);
		const alert = value.type === 'object' ? longForm(name, value, section) : shortForm(name, value, section);
		return alert === undefined ? [] : [alert];
	});
}

function shortForm(name: string, node: Node, section: Section): WantedAlert | undefined {
	const rule = ruleIn(
		name,
		node,
		section,
		`${ruleExample}, or {"rule": ${ruleExample}, "exec": ${execExample}}`,
	);
	return rule && {rule, command: undefined};
}

function longForm(name: string, node: Node, section: Section): WantedAlert | undefined {
	let rule: Rule | undefined;
	let command: AlertCommand | undefined;
	let isNamed = false;
	for (const entry of section.entries(
		node,
		`the alert ${name}`,
		`{"rule": ${ruleExample}, "exec": ${execExample}}`,
	)) {
		const part = section.known(entry, 'part of an alert', ['rule', 'exec'] as const);
		if (part === 'rule') {
			isNamed = true;
			rule = ruleIn(name, entry.value, section, ruleExample);
		} else if (part === 'exec') {
			command = commandIn(name, entry.value, section);
		}
	}
	if (!isNamed) {
		section.mistake(
			node,
			`the alert ${name} has no rule: write {"rule": ${ruleExample}, "exec": ${execExample}}`,
		);
	}
	return rule && {rule, command};
}

function ruleIn(name: string, node: Node, section: Section, example: string): Rule | undefined {
	const text = section.text(node, `the alert ${name}`, example)?.trim();
	return text === undefined
		? undefined
		: section.attempt(
				node,
				() => parseRule(text, name),
				error =>
					error instanceof QueryError
						? `the alert ${name}${positionIn(text, error)}: ${error.message}`
						: undefined,
			);
}

/**
 * Parses a program and its arguments. It runs without a shell, so nothing needs quoting, and no text of a log can escape from its
 * argument.
 */
function commandIn(name: string, node: Node, section: Section): AlertCommand | undefined {
	const what = `exec of the alert ${name}`;
	if (section.execProblem !== null) {
		return section.mistake(node, `${what} is not run: ${section.execProblem}`);
	}
	if (node.type !== 'array') {
		return section.wrongType(node, what, `a list of a program and its arguments, such as ${execExample}`);
	}
	const parts: string[] = [];
	for (const child of node.children ?? []) {
		const part: unknown = child.value;
		if (typeof part !== 'string') {
			return section.wrongType(
				child,
				`a part of ${what}`,
				`a string in double quotes, such as ${execExample}`,
			);
		}
		if (part.includes('\0')) {
			return section.mistake(child, `${what} contains a NUL, which arguments can't: remove it`);
		}
		const unknown = unknownFact(part);
		if (unknown !== undefined) {
			const names = alertFacts.map(fact => `{${fact.name}}`).join(', ');
			return section.mistake(child, `${what}: there is no {${unknown}}: write one of ${names}`);
		}
		parts.push(part);
	}
	const [program = '', ...args] = parts;
	if (program.trim() === '') {
		return section.mistake(node, `${what} names no program: write ${execExample}, or remove it`);
	}
	return hasFacts(program)
		? section.mistake(node, `${what}: no log may choose the program: write its name, ${execExample}`)
		: {program, args};
}
