import type {ParameterValue} from '../../clickhouse/multipart.js';

/** Collects the values of a statement. They are sent separately, so no value is ever parsed as part of the statement. */
export class ParameterList {
	readonly #values: Record<string, ParameterValue> = {};
	#count = 0;

	/** Adds a value of a ClickHouse type and returns its placeholder. */
	add(type: string, value: ParameterValue): string {
		const name = `p${this.#count++}`;
		this.#values[name] = value;
		return `{${name}:${type}}`;
	}

	/** Values by parameter name. */
	get values(): Readonly<Record<string, ParameterValue>> {
		return this.#values;
	}
}
