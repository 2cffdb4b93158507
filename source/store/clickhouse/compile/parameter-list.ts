import type {ParameterValue} from '../../../clickhouse/multipart.js';

/** Collects the values of a statement: they are sent beside it, so that no value is ever read as a part of it. */
export class ParameterList {
	readonly #values: Record<string, ParameterValue> = {};
	#count = 0;

	/** Takes a value, and gives what stands for it in the statement. `type`: one of ClickHouse's. */
	add(type: string, value: ParameterValue): string {
		const name = `p${this.#count++}`;
		this.#values[name] = value;
		return `{${name}:${type}}`;
	}

	/** By the names that they have in the statement. */
	get values(): Readonly<Record<string, ParameterValue>> {
		return this.#values;
	}
}
