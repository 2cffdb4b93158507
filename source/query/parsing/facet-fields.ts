import {type FieldKey, fieldsWhere, type OwnFacetField, searchNames} from '../../fields/fields.js';
import type {FacetField} from '../facet-field.js';
import {fieldNamed, nearestField, searchedFields} from '../field-names.js';
import {logFieldAt, nameOfLogField, writtenLogField} from '../log-field-name.js';
import {quotedInMessage} from '../quoted.js';

/** A list of fields is invalid. The message contains the solution. */
export class FieldsError extends Error {
	override readonly name = 'FieldsError';
}

const listable: ReadonlySet<FieldKey> = new Set(
	fieldsWhere(({facet, search}) => facet !== undefined && search !== undefined),
);

function isListable(field: FieldKey | undefined): field is OwnFacetField {
	return field !== undefined && listable.has(field);
}

/** The names of the fields whose values can be listed, as a search writes them. */
export const listableNames: readonly string[] = searchNames.filter(name =>
	isListable(searchedFields.get(name)),
);

const fieldsText = `the fields are ${listableNames.join(', ')}, and @name for a log field`;

/** A field in a list: a log field, whose name may be in quotes, or another name. */
const listed = /\s*(@"(?:[^"\\]|\\["\\])*"[^,]*|[^,]*)(?:,|$)/y;

/**
 * Parses a list of fields with the names of a search: `route,ip,@tenant`.
 * @throws FieldsError
 */
export function parseFacetFields(text: string): readonly FacetField[] {
	const fields: FacetField[] = [];
	listed.lastIndex = 0;
	for (let isLast = false; !isLast; ) {
		const [whole = '', written = ''] = listed.exec(text) ?? [];
		const field = facetFieldNamed(written.trim());
		if (!fields.includes(field)) {
			fields.push(field);
		}
		isLast = !whole.endsWith(',');
	}
	return fields;
}

function facetFieldNamed(text: string): FacetField {
	if (text.startsWith('@')) {
		const field = logFieldAt(text, 0);
		if (field === null || nameOfLogField(field.name) === '') {
			throw new FieldsError('the name of a field is missing after the @, as in @tenant');
		}
		if (field.end < text.length) {
			throw new FieldsError(
				`${quotedInMessage(text)} isn’t the name of a field: write ${writtenLogField(`@${text.slice(1)}`)}`,
			);
		}
		return field.name;
	}
	if (text === '') {
		throw new FieldsError(`the name of a field is missing: ${fieldsText}`);
	}
	const name = fieldNamed(text);
	const field = name && searchedFields.get(name);
	if (isListable(field)) {
		return field;
	}
	if (name !== undefined) {
		throw new FieldsError(`the values of ${name} can’t be listed: ${fieldsText}`);
	}
	const near = nearestField(text);
	throw new FieldsError(
		near !== undefined && isListable(searchedFields.get(near))
			? `there is no field ${quotedInMessage(text)}: did you mean ${near}?`
			: `there is no field ${quotedInMessage(text)}: ${fieldsText}`,
	);
}
