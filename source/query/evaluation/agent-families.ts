import {decodeText, type Escapes} from '../../entries/values/decode-text.js';
import {agentFamily} from '../../fields/agent-family.js';
import type {Dictionary} from '../../index/dictionary.js';
import {clientClass} from '../bots/client-class.js';
import {isBotOf} from './judged-texts.js';

/** The families of a dictionary's user agents, numbered from 2. In `ids`, 0 means not examined, and `noFamily` none. */
type Families = {readonly names: string[]; ids: Uint16Array; readonly numbers: Map<string, number>};

const byDictionary = new WeakMap<Dictionary, Map<Escapes, Families>>();

/** Maximum number of families of a dictionary. Further families share the last number, because clients can invent names. */
const maxFamilies = 65_535;
const otherPrograms = 'other programs';

/** Returns the family of the user agent with this number; null for none. Caches the result. */
export function familyOfId(agents: Dictionary, escapes: Escapes, id: number): string | null {
	const families = familiesOf(agents, escapes);
	const number = families.ids[id] || findFamily(families, agents, escapes, id);
	return number === noFamily ? null : (families.names[number] ?? null);
}

/** Returns the name of the bot with this user agent; null for any other client. */
export function botOfId(agents: Dictionary, escapes: Escapes, id: number): string | null {
	if (!isBotOf(agents, escapes, id)) {
		return null;
	}
	const agent = decodeText(agents.bytes(id), escapes);
	return clientClass(agent) === 'bot' ? familyOfId(agents, escapes, id) : null;
}

/** Number of a user agent without a family. */
const noFamily = 1;

function findFamily(families: Families, agents: Dictionary, escapes: Escapes, id: number): number {
	const family = id === 0 ? null : agentFamily(decodeText(agents.bytes(id), escapes));
	const number = family === null ? noFamily : numberOf(families, family);
	families.ids[id] = number;
	return number;
}

function numberOf({names, numbers}: Families, family: string): number {
	const found = numbers.get(family);
	if (found !== undefined) {
		return found;
	}
	if (names.length >= maxFamilies) {
		// The names of further families aren't kept.
		names[maxFamilies] = otherPrograms;
		return maxFamilies;
	}
	const number = names.push(family) - 1;
	numbers.set(family, number);
	return number;
}

function familiesOf(agents: Dictionary, escapes: Escapes): Families {
	const byEscapes = byDictionary.get(agents) ?? new Map<Escapes, Families>();
	byDictionary.set(agents, byEscapes);
	const families = byEscapes.get(escapes) ?? {
		names: ['', ''],
		ids: new Uint16Array(agents.size + 1),
		numbers: new Map<string, number>(),
	};
	byEscapes.set(escapes, families);
	if (families.ids.length <= agents.size) {
		const wider = new Uint16Array(Math.max(agents.size + 1, Math.floor(families.ids.length * 1.5)));
		wider.set(families.ids);
		families.ids = wider;
	}
	return families;
}
