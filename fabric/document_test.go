package fabric

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Every exported name of this package and of those under it says what it is.
func TestExportedNamesAreDocumented(t *testing.T) {
	files, err := filepath.Glob("*.go")
	below, err2 := filepath.Glob("*/*.go")
	if err != nil || err2 != nil || len(files) == 0 || len(below) == 0 {
		t.Fatal(files, below, err, err2)
	}
	for _, name := range append(files, below...) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			for _, bare := range undocumented(d) {
				t.Errorf("%s: %s has no comment", name, bare)
			}
		}
	}
}

// undocumented lists the exported names of a declaration that have no comment, neither of their own nor of their group.
// Methods of types that are not exported need none.
func undocumented(d ast.Decl) (names []string) {
	add := func(id *ast.Ident, comments ...*ast.CommentGroup) {
		for _, c := range comments {
			if c != nil {
				return
			}
		}
		if id.IsExported() {
			names = append(names, id.Name)
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil || ast.IsExported(receiver(d.Recv.List[0].Type)) && d.Name.Name != "String" && d.Name.Name != "Error" {
			add(d.Name, d.Doc)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				add(s.Name, d.Doc, s.Doc)
			case *ast.ValueSpec:
				for _, id := range s.Names {
					add(id, d.Doc, s.Doc, s.Comment)
				}
			}
		}
	}
	return names
}

// receiver is the name of a method's type.
func receiver(e ast.Expr) string {
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}
