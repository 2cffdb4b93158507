import type {Escapes} from '../../entries/values/decode-text.js';
import {decodeText} from '../../entries/values/decode-text.js';
import type {Dictionary} from '../../index/dictionary.js';
import {isBotAgent} from '../bots/is-bot-agent.js';

const person = 1;
const bot = 2;

const known = new WeakMap<Dictionary, Map<Escapes, Uint8Array>>();

/** Whether the user agent with that number is a program's; each is looked at once, which takes some microseconds. */
export const isBotOf = (agents: Dictionary, escapes: Escapes, id: number): boolean => {
	const kinds = kindsOf(agents, escapes);
	if (kinds[id] === 0) {
		kinds[id] = isBotAgent(decodeText(agents.bytes(id), escapes)) ? bot : person;
	}
	return kinds[id] === bot;
};

/** By number: 0 while it isn't known. */
const kindsOf = (agents: Dictionary, escapes: Escapes): Uint8Array => {
	const byEscapes = known.get(agents) ?? new Map<Escapes, Uint8Array>();
	known.set(agents, byEscapes);
	const kinds = byEscapes.get(escapes);
	if (kinds !== undefined && kinds.length > agents.size) {
		return kinds;
	}
	const wider = new Uint8Array(Math.max(agents.size + 1, (kinds?.length ?? 0) * 1.5));
	if (kinds !== undefined) {
		wider.set(kinds);
	}
	byEscapes.set(escapes, wider);
	return wider;
};
