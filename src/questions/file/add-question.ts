import {type Document, isMap, parseDocument} from 'yaml';
import {CliError} from '../../errors.ts';

const options = {version: '1.2', merge: false} as const;

const style = {lineWidth: 0, flowCollectionPadding: false} as const;

type Added = {readonly name: string; readonly title?: string | undefined; readonly ask: string};

/** Adds a question to the text of a file and keeps its comments, order and line ends. Throws CliError (usage) if the name exists and `replace` is not set. */
export function addQuestion(text: string, {name, title, ask}: Added, {replace}: {readonly replace: boolean}): string {
	const document: Document = parseDocument(text.trim() === '' ? 'questions:\n' : text, options);
	if (!isMap(document.get('questions'))) document.set('questions', document.createNode({}));
	const questions = document.get('questions');
	const isNew = isMap(questions) && !questions.has(name);
	if (!isNew && !replace)
		throw new CliError('usage', `question '${name}' already exists`, {
			hint: 'choose another name, or use --replace to replace its command line; title and checks are kept',
		});
	if (isNew) questions.flow = false;
	if (title !== undefined) document.setIn(['questions', name, 'title'], title);
	document.setIn(['questions', name, 'ask'], ask);
	const written = document.toString(style);
	return text.includes('\r\n') ? written.replace(/\r?\n/g, '\r\n') : written;
}
