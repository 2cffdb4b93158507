import type {Node} from 'jsonc-parser';
import {nearest} from '../nearest.js';
import type {Mistake} from './syntax.js';

/** A name in an object, and its value. */
export type Property = {readonly name: string; readonly nameNode: Node; readonly value: Node};

/** Types of values, for messages. */
const kinds: Readonly<Record<Node['type'], string>> = {
	object: 'an object in braces',
	array: 'a list in brackets',
	string: 'a text',
	number: 'a number',
	boolean: 'true or false',
	null: 'null',
	property: 'a name with a value',
};

/** Extracts values from a parsed config file. Records errors, and the offset of each setting. */
export class Section {
	/** Reason why `exec` in the file is refused; null if it is allowed. */
	readonly execProblem: string | null;
	readonly mistakes: Mistake[] = [];
	/** Offsets of settings by name, such as `options.rows`. */
	readonly offsets = new Map<string, number>();

	constructor(execProblem: string | null = null) {
		this.execProblem = execProblem;
	}

	/** Records an error at a part of the file. */
	mistake(node: Node, text: string): undefined {
		this.mistakes.push({offset: node.offset, text});
		return undefined;
	}

	/** Records the offset of a setting. */
	noteOffset(name: string, node: Node): void {
		this.offsets.set(name, node.offset);
	}

	/**
	 * Returns the entries of an object, each name once; empty if the value isn't an object.
	 * @param example - an example of a valid value
	 */
	entries(node: Node, what: string, example: string): readonly Property[] {
		if (node.type !== 'object') {
			this.wrongType(node, what, `an object in braces, such as ${example}`);
			return [];
		}
		const entries = new Map<string, Property>();
		for (const {children: [nameNode, value] = []} of node.children ?? []) {
			const name: unknown = nameNode?.value;
			if (nameNode === undefined || value === undefined || typeof name !== 'string') {
				continue;
			}
			if (entries.has(name)) {
				this.mistake(nameNode, `${what} has ${JSON.stringify(name)} twice: remove one of them`);
			} else {
				entries.set(name, {name, nameNode, value});
			}
		}
		return [...entries.values()];
	}

	/** Returns the name if it is valid. Otherwise records an error. */
	known<Name extends string>(
		{name, nameNode}: Property,
		what: string,
		names: readonly Name[],
	): Name | undefined {
		return (
			names.find(known => known === name) ??
			this.mistake(nameNode, `there is no ${what} ${JSON.stringify(name)}: ${advice(name, names)}`)
		);
	}

	/** Returns a string. Records an error if the value isn't a string, or is empty. */
	text(node: Node, what: string, example: string): string | undefined {
		const value: unknown = node.value;
		if (node.type !== 'string' || typeof value !== 'string') {
			return this.wrongType(node, what, `a string in double quotes, such as ${example}`);
		}
		return value.trim() === ''
			? this.mistake(node, `${what} is empty: write ${example}, or remove it`)
			: value;
	}

	/** Returns the strings of a list. Records an error for each invalid item, including the message of `wrong`. */
	texts(
		node: Node,
		name: string,
		what: string,
		example: string,
		wrong: (text: string) => string | undefined,
	): readonly string[] {
		if (node.type !== 'array') {
			this.wrongType(node, name, `a list in brackets, such as [${example}]`);
			return [];
		}
		return (node.children ?? []).flatMap((child, index) => {
			const text = this.text(child, `${what} in ${name}`, example);
			const problem = text === undefined ? undefined : wrong(text);
			if (problem !== undefined) {
				this.mistake(child, `${JSON.stringify(text)} in ${name} ${problem}`);
			} else if (text !== undefined) {
				this.noteOffset(`${name}.${index}`, child);
				return [text];
			}
			return [];
		});
	}

	/**
	 * Returns an integer of at least `min`. Records an error for any other value.
	 * @param orElse - the alternative for the message
	 */
	wholeNumber(node: Node, what: string, min: number, orElse = ''): number | undefined {
		const value: unknown = node.value;
		return typeof value === 'number' && Number.isSafeInteger(value) && value >= min
			? value
			: this.mistake(
					node,
					`${what} takes an integer of at least ${min}${orElse}, not ${JSON.stringify(value ?? null)}`,
				);
	}

	yesOrNo(node: Node, what: string): boolean | undefined {
		const value: unknown = node.value;
		return typeof value === 'boolean' ? value : this.wrongType(node, what, 'true or false, without quotes');
	}

	/** Returns one of several words. Records an error for any other value. */
	word<Word extends string>(node: Node, what: string, words: readonly Word[]): Word | undefined {
		const value: unknown = node.value;
		const found = words.find(word => word === value);
		if (found !== undefined) {
			return found;
		}
		if (typeof value !== 'string') {
			return this.wrongType(node, what, `one of ${words.map(word => JSON.stringify(word)).join(', ')}`);
		}
		return this.mistake(node, `${what} can't be ${JSON.stringify(value)}: ${advice(value, words)}`);
	}

	/** Records an error because of a wrong type. */
	wrongType(node: Node, what: string, wanted: string): undefined {
		return this.mistake(node, `${what} is ${kinds[node.type]}: write ${wanted}`);
	}

	/** Runs `take`. If it throws, records the message that `messageOf` returns; rethrows the error if that is undefined. */
	attempt<T>(node: Node, take: () => T, messageOf: (error: unknown) => string | undefined): T | undefined {
		try {
			return take();
		} catch (error) {
			const text = messageOf(error);
			if (text === undefined) {
				throw error;
			}
			return this.mistake(node, text);
		}
	}
}

/** Suggests the nearest name, otherwise lists all. */
function advice(given: string, names: readonly string[]): string {
	const near = nearest(given.toLowerCase(), names);
	return near === undefined ? `write one of ${names.join(', ')}` : `did you mean ${JSON.stringify(near)}?`;
}
