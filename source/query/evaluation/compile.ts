import type {Geo} from '../../geo/geo.js';
import type {KnownRoutes} from '../../routes/known-routes.js';
import type {Expression, TimePoint} from '../expression.js';
import type {FileFacts} from './file-facts.js';
import type {LineFact} from './line-fact.js';
import type {LineFacts} from './line-facts.js';
import {lineNode, logFieldNode} from './line-nodes.js';
import {andNode, type Node, notNode, orNode} from './logic-nodes.js';
import {botNode, rangeNode, statusNode, textNode, timeNode, tokenNode} from './test-nodes.js';

/** An expression that can be evaluated on rows. */
export type Compiled = {
	readonly node: Node;
	/** The times at which the result for an entry changes as `now` advances, in ms since 1970. */
	readonly rolling: readonly (() => number)[];
	/** The facts that lines must be read for; empty if no lines are needed. */
	readonly lineFacts: readonly LineFact[];
};

/** Compiles an expression. `now` returns the current time, in ms since 1970. */
export function compile(
	expression: Expression,
	{
		files,
		routes,
		geo,
		lines,
	}: {
		readonly files: FileFacts;
		readonly routes: KnownRoutes;
		readonly geo: Geo;
		readonly lines: LineFacts;
	},
	now: () => number,
): Compiled {
	const rolling: (() => number)[] = [];
	const lineFacts: LineFact[] = [];
	const moment = (point: TimePoint | null, open: number): (() => number) => {
		if (point === null) {
			return () => open;
		}
		if ('at' in point) {
			return () => point.at;
		}
		const roll = (): number => now() - point.ago;
		rolling.push(roll);
		return roll;
	};
	const nodeOf = (part: Expression): Node => {
		switch (part.type) {
			case 'and':
				return andNode(part.of.map(nodeOf));
			case 'or':
				return orNode(part.of.map(nodeOf));
			case 'not':
				return notNode(nodeOf(part.of));
			case 'number': {
				const {field, ranges} = part;
				return field === 'status' ? statusNode(ranges) : orNode(ranges.map(range => rangeNode(field, range)));
			}
			case 'text':
				return textNode(part, files, routes, geo);
			case 'time':
				return timeNode(
					moment(part.from, Number.NEGATIVE_INFINITY),
					moment(part.until, Number.POSITIVE_INFINITY),
				);
			case 'token':
				return tokenNode(part, files);
			case 'bot':
				return botNode(part);
			case 'line':
			case 'logField': {
				const {node, fact} = part.type === 'line' ? lineNode(part.matches, lines) : logFieldNode(part, lines);
				lineFacts.push(fact);
				return node;
			}
		}
	};
	return {node: nodeOf(expression), rolling, lineFacts};
}
