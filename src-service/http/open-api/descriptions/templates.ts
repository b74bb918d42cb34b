/** What the document says of each operation on templates and their categories. Markdown. */
export const TEMPLATES = {
  listTemplates: `
Templates of every kind, page by page, the newest first unless \`sort\` says otherwise; all filters that are given
must hold. A template is for one book spec: filter by \`bookSpecUid\` to get those that a book can take. \`theme\`
keeps what is drawn to go together, \`category\` is the key of a template category, the words of \`templateName\`,
separated by spaces, must all be in the name. Variables and layout come with GET /templates/{templateUid}. Pictures in
\`thumbnails\` are read without a key. A filter that nothing fits is an empty list.`,

  getTemplate: `
One template with its variables (\`parameters.definitions\`) and what it draws. For filling it in, only the variables
matter: their names are the members of \`parameters\` in POST cover and POST contents. \`layout\` and \`layoutRules\`
are for programs that show a preview; their lengths are pixels of 1/96 inch. 404 ERR_NOT_FOUND: no such template.`,

  getTemplateSchema: `
The variables of the template as a JSON Schema of draft-07, to check \`parameters\` with before they are sent. Each
property says in \`x-binding\` how it is used; variables for pictures are of the format \`uri\`, and take names of
photos uploaded ahead and attached files as well. What is in \`required\` must be given, or POST cover and POST
contents answer 400. 404 ERR_NOT_FOUND: no such template.`,

  listTemplateCategories: `
What templates are for, in one answer without pages: \`key\` is what GET /templates takes as \`category\`, \`label\`
and \`labelEn\` are for people. The list is part of the service and the same for every account.`,

  getTemplateCategory: `
One template category by its key, as the list has it. 404 ERR_NOT_FOUND: there is no category of this key.`,
} as const;
