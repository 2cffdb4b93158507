/** Collects the values of a statement: they are sent beside it, so that no value is ever read as a part of it. */
export class ParameterList {
	readonly #values: Record<string, unknown> = {};
	#count = 0;

	/** Takes a value, and gives what stands for it in the statement. `type`: one of ClickHouse's. */
	add(type: string, value: unknown): string {
		const name = `p${this.#count++}`;
		this.#values[name] = value;
		return `{${name}:${type}}`;
	}

	/** By the names that they have in the statement. */
	get values(): Readonly<Record<string, unknown>> {
		return this.#values;
	}
}
