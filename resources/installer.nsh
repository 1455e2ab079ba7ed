; Printroom among the programs that Windows offers for a picture ("Open with"), beside the one that a double click starts:
; the class of .jpg and its like stays as it was, and nothing of ours is left behind.

!macro offerFor EXT NAME
  WriteRegStr SHELL_CONTEXT "Software\Classes\Printroom.${EXT}" "" "${NAME}"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Printroom.${EXT}\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Printroom.${EXT}\shell\open\command" "" '"$appExe" "%1"'
  WriteRegNone SHELL_CONTEXT "Software\Classes\.${EXT}\OpenWithProgids" "Printroom.${EXT}"
!macroend

!macro withdrawFrom EXT
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${EXT}\OpenWithProgids" "Printroom.${EXT}"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Printroom.${EXT}"
!macroend

!macro tellExplorer
  System::Call 'shell32::SHChangeNotify(i, i, i, i) v (0x08000000, 0, 0, 0)'
!macroend

!macro customInstall
  !insertmacro offerFor "jpg" "JPEG picture"
  !insertmacro offerFor "jpeg" "JPEG picture"
  !insertmacro offerFor "png" "PNG picture"
  !insertmacro offerFor "webp" "WebP picture"
  !insertmacro tellExplorer
!macroend

!macro customUnInstall
  !insertmacro withdrawFrom "jpg"
  !insertmacro withdrawFrom "jpeg"
  !insertmacro withdrawFrom "png"
  !insertmacro withdrawFrom "webp"
  !insertmacro tellExplorer
!macroend
